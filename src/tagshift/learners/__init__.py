"""What learns a chain's weights from encoded sentences."""
