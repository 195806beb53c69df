/**
 * Processor time of this thread that some synchronous work takes, in milliseconds. For tests that tell work which grows from work which does
 * not: unlike the time on the wall it stays the same on a busy machine.
 */
export function processorMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
