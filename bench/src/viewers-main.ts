import { report } from './report.ts';
import { benchViewers } from './viewers.ts';

report('npm run bench:viewers', await benchViewers());
