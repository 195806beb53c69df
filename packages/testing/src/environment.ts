// oxlint-disable node/no-process-env -- tests have no composition root; the environment passes the server to workers.

export function sharedServer(): string | undefined {
  return process.env['COFFER_TEST_DATABASE_URL'];
}

export function setSharedServer(connectionString: string): void {
  process.env['COFFER_TEST_DATABASE_URL'] = connectionString;
}

/** A Python interpreter with the packages of `scripts/external/requirements.txt`, if available. */
export function testPython(): string | undefined {
  return process.env['COFFER_TEST_PYTHON'];
}

/** The folder of a Keycloak installation, if available. */
export function testKeycloak(): string | undefined {
  return process.env['COFFER_TEST_KEYCLOAK'];
}

export function startedFolder(): string | undefined {
  return process.env['COFFER_TEST_STARTED_FOLDER'];
}

export function setStartedFolder(path: string): void {
  process.env['COFFER_TEST_STARTED_FOLDER'] = path;
}
