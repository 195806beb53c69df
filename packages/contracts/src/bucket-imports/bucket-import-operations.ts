import * as z from 'zod/mini';
import { NodeId } from '../ids.ts';
import { JobDetails } from '../jobs/jobs.ts';
import { BUCKET_IMPORT_ROUTES } from './bucket-import-routes.ts';
import { BucketSource, BucketSurvey } from './bucket-imports.ts';

const FolderParams = z.strictObject({ nodeId: NodeId });

export const bucketImportOperations = {
  surveyBucket: {
    ...BUCKET_IMPORT_ROUTES.surveyBucket,
    summary: 'What a bucket contains, before it is imported into a folder',
    params: FolderParams,
    body: BucketSource,
    response: BucketSurvey,
  },
  importBucket: {
    ...BUCKET_IMPORT_ROUTES.importBucket,
    summary: 'Import the objects of a bucket into a folder, after the answer',
    params: FolderParams,
    body: BucketSource,
    response: JobDetails,
  },
} as const;
