import { benchClients } from './clients.ts';
import { print } from './report.ts';

// By itself, because the other clients alone need many minutes: `npm run bench:clients`.
print(await benchClients());
