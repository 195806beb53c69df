import pdfWorkerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { startWorker } from '../../../lib/trusted-types.ts';

let worker: Worker | undefined;

/** One worker for all documents. */
export function pdfWorker(): Worker {
  worker ??= startWorker(new URL(pdfWorkerUrl, location.href), { name: 'pdf' });
  return worker;
}
