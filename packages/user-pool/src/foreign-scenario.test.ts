import { testPython } from '@coffer/testing';
import { describe } from 'vitest';
import { createPythonClient } from './testing/scenario/python-client.ts';
import { runScenario } from './testing/scenario/scenario.contract.ts';
import { createSdkClient } from './testing/scenario/sdk-client.ts';

describe('AWS SDK v3', () => {
  runScenario('AWS SDK v3', 'testing/conformance/scenario.txt', async (endpoint) =>
    createSdkClient(endpoint),
  );
});

/** Has boto3 and the AWS CLI; `npm run test:external` creates it. */
const python = testPython() ?? '';

describe.skipIf(python === '')('boto3', () => {
  runScenario('boto3', 'testing/conformance/scenario-boto3.txt', async (endpoint) =>
    createPythonClient(python, 'boto3', endpoint),
  );
});

describe.skipIf(python === '')('AWS CLI', () => {
  runScenario('AWS CLI', 'testing/conformance/scenario-aws-cli.txt', async (endpoint) =>
    createPythonClient(python, 'aws-cli', endpoint),
  );
});
