import { report } from './report.ts';
import { benchViewers } from './browser/viewers.ts';

report('npm run bench:viewers', await benchViewers());
