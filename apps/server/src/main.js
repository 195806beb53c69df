import { keepCompiled } from './platform/compiled.js';

// Before the first import of TypeScript, which would be translated and compiled anew.
keepCompiled();
const { runApplication } = await import('./application.ts');
await runApplication();
