import { personRoute, type Route } from '../../route.ts';
import type { ImportNeeds } from './needs.ts';
import { createSurveyLimit, importBucket, surveyBucket } from './start-import.ts';

export function bucketImportRoutes(services: ImportNeeds): readonly Route[] {
  const limited = { ...services, surveys: createSurveyLimit(services) };
  return [
    personRoute('surveyBucket', async ({ actor, params, body }) =>
      surveyBucket(limited, actor, { ...params, source: body }),
    ),
    personRoute('importBucket', async ({ actor, params, body }) =>
      importBucket(limited, actor, { ...params, source: body }),
    ),
  ];
}
