/* All chips, for the tables in sensor.c and lamp.c only. */
#pragma once
#include "drivers/lamp.h"
#include "drivers/sensor.h"

extern const struct sensor_chip sensor_ads7830;
extern const struct sensor_chip sensor_mcp23017;
extern const struct sensor_chip sensor_mcp23017_matrix;
extern const struct sensor_chip sensor_pcf8575;
extern const struct lamp_chip lamp_ht16k33;
extern const struct lamp_chip lamp_is31fl3731;
extern const struct lamp_chip lamp_is31fl3741;
