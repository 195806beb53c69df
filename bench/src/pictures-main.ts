import { benchPictures } from './browser/pictures.ts';
import { report } from './report.ts';

report('npm run bench:pictures', await benchPictures());
