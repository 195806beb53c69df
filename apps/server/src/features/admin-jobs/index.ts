export type { TaskPlan } from './model.ts';
export { createRounds, type Rounds } from './rounds.ts';
