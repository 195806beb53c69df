export { BucketSource, BucketSurvey } from './bucket-imports.ts';
