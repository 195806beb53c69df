import * as z from 'zod/mini';
import { JobId, NodeId } from '../ids.ts';
import { JobPreview, JobRequest, TakenNames, TakenRequest } from '../jobs/bulk.ts';
import { JobDetails, JobList, JobsQuery } from '../jobs/jobs.ts';
import { PastEffect, PastRestore } from '../past/past.ts';
import { FIRST_ROUTES } from '../routes/first-routes.ts';
import { JOB_ROUTES } from '../routes/job-routes.ts';

const NodeParams = z.strictObject({ nodeId: NodeId });
const JobParams = z.strictObject({ jobId: JobId });

export const jobOperations = {
  listJobs: {
    ...FIRST_ROUTES.listJobs,
    summary: 'What the person did lately with files and folders, newest first',
    query: JobsQuery,
    response: JobList,
  },
  startJob: {
    ...JOB_ROUTES.startJob,
    summary: 'Do something with any number of items; many are done after the answer',
    body: JobRequest,
    response: JobDetails,
  },
  previewJob: {
    ...JOB_ROUTES.previewJob,
    summary: 'What that would be about, before it is done',
    body: JobRequest,
    response: JobPreview,
  },
  listTaken: {
    ...JOB_ROUTES.listTaken,
    summary: 'The names among them that are taken, with both items',
    body: TakenRequest,
    response: TakenNames,
  },
  previewRestore: {
    ...JOB_ROUTES.previewRestore,
    summary: 'What it takes to have a folder as it was at a moment',
    params: NodeParams,
    body: PastRestore,
    response: PastEffect,
  },
  restoreFolder: {
    ...JOB_ROUTES.restoreFolder,
    summary: 'Restore a folder and everything below it to a moment; many steps are done after the answer',
    params: NodeParams,
    body: PastRestore,
    response: JobDetails,
  },
  getJob: {
    ...JOB_ROUTES.getJob,
    summary: 'One of these, with what was refused',
    params: JobParams,
    response: JobDetails,
  },
  undoJob: {
    ...JOB_ROUTES.undoJob,
    summary: 'Undo it; many items are undone after the answer',
    params: JobParams,
    response: JobDetails,
  },
  cancelJob: {
    ...JOB_ROUTES.cancelJob,
    summary: 'Stop it; what is done stays done',
    params: JobParams,
    response: JobDetails,
  },
} as const;
