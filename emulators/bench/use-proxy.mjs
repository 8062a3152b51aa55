// Loaded into the emulators' processes (`--import`): functions reach Firestore through the proxy that counts.
if (process.env.FUNCTIONS_EMULATOR) process.env.FIRESTORE_EMULATOR_HOST = process.env.FARWATCH_FIRESTORE_PROXY_HOST;
