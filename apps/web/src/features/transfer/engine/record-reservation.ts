import type { Job } from './job.ts';
import type { TransferPorts } from '../send/ports.ts';
import type { Reservation, UploadIds } from '../send/reservation.ts';

/** Stores a reservation before it is sent. Resolves to a function that stores the response. */
export async function recordReservation(
  ports: Pick<TransferPorts, 'journal'>,
  { key, requests }: Reservation,
  jobs: readonly Job[],
): Promise<(uploadIds: UploadIds) => void> {
  const journal = ports.journal();
  const batchId = jobs[0]?.batch.id ?? '';
  const request = { key, requests, numbers: jobs.map(({ number }) => number) };
  await journal.recordRequest(batchId, request);
  return (uploadIds) => journal.recordAnswer(batchId, { ...request, uploadIds });
}
