import { describe } from 'vitest';
import { IS_STORE_NAMED, openExternalWorld } from '../../live-external-store.contract.ts';
import { surveyContract } from './survey.contract.ts';

describe.skipIf(!IS_STORE_NAMED)('an external store', () => {
  surveyContract('external', openExternalWorld);
});
