import { keepCompiled } from './platform/compiled.ts';

// Before the first large import. A static import would be compiled earlier.
keepCompiled();
const { runApplication } = await import('./application.ts');
await runApplication();
