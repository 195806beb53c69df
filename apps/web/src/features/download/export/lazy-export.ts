import { loadEngine } from '../lazy-engine.ts';

/** Loads the engine first, so that the tray appears with it. */
export async function loadExport() {
  await loadEngine();
  return await import('./start-export.ts');
}
