import { surveyContract } from './survey.contract.ts';

surveyContract('the embedded store');
