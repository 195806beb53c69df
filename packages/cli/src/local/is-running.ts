import { errorCodeOf } from './file-errors.ts';

/** Whether a process of this id is there, of whomever. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === 'EPERM';
  }
}
