import { onWipe } from '../../lib/wipe.ts';

export interface ToastRequest {
  readonly text: string;
  readonly tone?: 'info' | 'success' | 'danger';
  readonly action?: { readonly label: string; readonly onPress: () => void };
  readonly key?: string;
  readonly isOffline?: boolean;
}

export interface Toast extends ToastRequest {
  readonly id: number;
}

const STAYS_MS = 8_000;
const STAYS_WITH_ACTION_MS = 15_000;
/** The maximum number of toasts. Beyond it, the oldest are removed first, and errors last. */
const SHOWN_MAX = 4;

let nextId = 1;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

// Toasts may contain file names.
onWipe(dismissAllToasts);

/** A toast of tone `danger` stays until it is dismissed. A toast must never be the only source of its information. */
export function showToast(request: ToastRequest): number {
  const id = nextId++;
  const others = toasts.filter((toast) => request.key === undefined || toast.key !== request.key);
  change(withinLimit([...others, { ...request, id }]));
  return id;
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function dismissOfflineToasts(): void {
  change(toasts.filter(({ isOffline }) => isOffline !== true));
}

export function dismissAllToasts(): void {
  change([]);
}

export function listToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function toastStaysMs(toast: ToastRequest): number | undefined {
  if (toast.tone === 'danger') return undefined;
  return toast.action === undefined ? STAYS_MS : STAYS_WITH_ACTION_MS;
}

function withinLimit(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= SHOWN_MAX) return all;
  const leaving = all.slice(0, -1).find((toast) => toast.tone !== 'danger') ?? all[0];
  return withinLimit(all.filter((toast) => toast !== leaving));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
