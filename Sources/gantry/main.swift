print("gantry")
