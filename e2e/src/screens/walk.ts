import type { CofferProcess } from '@coffer/testing/coffer-process';
import type { Page } from '@playwright/test';
import type { Words } from '../words.ts';

export interface Walk {
  readonly page: Page;
  readonly coffer: CofferProcess;
  readonly say: Words;
  readonly see: (screen: string) => Promise<void>;
}
