const listeners = new Set<() => void>();
let isAnnounced = false;

/** Something of the person goes on at the server, begun here or in another browser. */
export function announceJobs(): void {
  isAnnounced = true;
  for (const listener of listeners) listener();
}

export function areJobsAnnounced(): boolean {
  return isAnnounced;
}

export function onJobsAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
