import { benchClients } from './clients.ts';
import { report } from './report.ts';

// Separate, because the other clients take many minutes.
report('npm run bench:clients', await benchClients());
