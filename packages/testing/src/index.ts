export { testKeycloak, testPython } from './environment.ts';
export { freePort } from './free-port.ts';
export { type ManualClock, manualClock } from './manual-clock.ts';
export { type SrpChallenge, type SrpClient, srpClient } from './srp-client.ts';
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
export { type TestDatabase, testDatabase } from './test-database.ts';
export { startTestServer } from './test-server.ts';
export { processorMsOf, processorMsWhile } from './processor-time.ts';
