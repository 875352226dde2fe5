/* The chips, for the tables in sensor.c and lamp.c; nobody else needs their names. */
#pragma once
#include "drivers/lamp.h"
#include "drivers/sensor.h"

extern const struct sensor_chip sensor_mcp23017;
extern const struct lamp_chip lamp_is31fl3741;
