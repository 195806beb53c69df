import type { DeclaredPoolInput } from '../../settings.ts';
import { EVERY_FLOW } from '../sign-in-driver.ts';

export const SCENARIO_POOL_ID = 'us-east-1_Scenario1';
export const SCENARIO_CLIENT_ID = 'scenario';
export const ROTATING_CLIENT_ID = 'scenariorotating';
export const DEVICES_POOL_ID = 'us-east-1_Scenario2';
export const DEVICES_CLIENT_ID = 'scenariodevices';
export const RELYING_PARTY_ID = 'files.example.org';

const explicitAuthFlows = [...EVERY_FLOW];

export const SCENARIO_POOLS: readonly DeclaredPoolInput[] = [
  {
    id: SCENARIO_POOL_ID,
    name: 'scenario',
    usernameAttributes: ['email'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    attributesVerifiedBeforeUpdate: ['email'],
    mfaConfiguration: 'OPTIONAL',
    firstFactors: ['PASSWORD', 'WEB_AUTHN'],
    webAuthn: { relyingPartyId: RELYING_PARTY_ID },
    clients: [
      { id: SCENARIO_CLIENT_ID, name: 'web', explicitAuthFlows },
      {
        id: ROTATING_CLIENT_ID,
        name: 'rotating',
        explicitAuthFlows,
        rotation: { retryGracePeriodSeconds: 0 },
      },
    ],
  },
  {
    id: DEVICES_POOL_ID,
    name: 'devices of the scenario',
    usernameAttributes: ['email'],
    deviceConfiguration: {},
    clients: [{ id: DEVICES_CLIENT_ID, name: 'devices', explicitAuthFlows }],
  },
];
