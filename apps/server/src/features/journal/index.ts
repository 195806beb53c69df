export { journalFacts, journalLagSeconds } from './journal-lag.ts';
export { createJournalWriter, flushJournal } from './write-journal.ts';
export { writeSnapshot } from './write-snapshot.ts';
