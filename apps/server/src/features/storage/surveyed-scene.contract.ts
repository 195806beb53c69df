import type { Person } from '@coffer/contracts';
import { beforeEach } from 'vitest';
import type { UploadServices } from '../../live-upload.contract.ts';
import type { Owner, StoreWorld, World } from '../../live.world.ts';
import type { OpenStore } from './storage.world.ts';
import { startSurveyedWorld, type SurveyedWorld } from './surveyed.world.ts';

export let world: World;
export let store: StoreWorld;
export let services: UploadServices;
export let owner: Owner;
export let administrator: Person;
export let newKey: SurveyedWorld['newKey'];
export let plant: SurveyedWorld['plant'];
export let files: SurveyedWorld['files'];
export let survey: SurveyedWorld['survey'];
export let repair: SurveyedWorld['repair'];
export let findings: SurveyedWorld['findings'];

/** Gives each test a new world. */
export function prepareSurveys(openStore?: OpenStore): void {
  beforeEach(async () => {
    const started = await startSurveyedWorld(openStore);
    ({ world, store, services, owner, administrator, newKey, plant, files, survey, repair, findings } =
      started);
    return async () => await started[Symbol.asyncDispose]();
  });
}
