import {
  CognitoIdentityProvider,
  CognitoIdentityProviderServiceException,
} from '@aws-sdk/client-cognito-identity-provider';
import { assert } from '@coffer/kit';
import { ADMIN } from '../pool-fixture.ts';
import { outputSchema, RefusedCall, type ScenarioClient } from './client.ts';

export function createSdkClient(endpoint: string): ScenarioClient {
  const sdk = new CognitoIdentityProvider({
    endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
  const methodFor = (operation: string): unknown =>
    Reflect.get(sdk, `${operation.charAt(0).toLowerCase()}${operation.slice(1)}`);
  return {
    knows: (operation) => typeof methodFor(operation) === 'function',
    async call(operation, input) {
      const method = methodFor(operation);
      assert(typeof method === 'function', `the SDK does not know ${operation}`);
      try {
        const answer: unknown = await Reflect.apply(method, sdk, [input]);
        const { $metadata: _metadata, ...output } = outputSchema.parse(answer);
        return output;
      } catch (error) {
        if (error instanceof CognitoIdentityProviderServiceException)
          throw new RefusedCall(error.name, error.message);
        throw error;
      }
    },
    close: async () => sdk.destroy(),
  };
}
