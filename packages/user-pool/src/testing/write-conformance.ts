import { readFileSync, writeFileSync } from 'node:fs';
import { README, withTable } from './conformance-table.ts';

// Writes the table of the README from the records that the tests of foreign clients keep.
writeFileSync(README, withTable(readFileSync(README, 'utf8')));
