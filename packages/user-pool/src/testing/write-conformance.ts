import { readFileSync, writeFileSync } from 'node:fs';
import { README, withTable } from './conformance-table.ts';

writeFileSync(README, withTable(readFileSync(README, 'utf8')));
