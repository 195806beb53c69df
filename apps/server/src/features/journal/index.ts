export { journalFacts, journalLagSeconds } from './journal-lag.ts';
export { findUnfinished } from './store/unfinished.ts';
export { createJournalWriter, flushJournal } from './write-journal.ts';
export { writeSnapshot } from './write-snapshot.ts';
