import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { HostedPool } from './hosted-pool.ts';
import { cutOff, judge, settle } from '../judge-screens.ts';
import { LOOKS, type Look } from '../screens/looks.ts';

const TABS_MAX = 30;

export class Keys {
  readonly findings: string[] = [];
  readonly page: Page;
  readonly hosted: HostedPool;
  readonly judged: readonly Look[];
  readonly others: readonly Look[];
  constructor(page: Page, hosted: HostedPool, judged: readonly Look[] = LOOKS.everyday) {
    this.page = page;
    this.hosted = hosted;
    this.judged = judged;
    this.others = judged === LOOKS.everyday ? LOOKS.special : [];
  }

  async see(screen: string): Promise<void> {
    const pictures = join(test.info().project.outputDir, 'hosted');
    for (const look of [...this.others, ...this.judged]) {
      await this.page.emulateMedia(look.media);
      await this.page.setViewportSize(look.size);
      await settle(this.page);
      const path = join(pictures, `${screen}.${look.name}.png`);
      if (look.isPictured) await this.page.screenshot({ path, fullPage: true });
      const isJudged = this.judged.includes(look);
      const found = [...(isJudged ? await judge(this.page) : []), ...(await cutOff(this.page))];
      this.findings.push(...found.map((finding) => `${screen}, ${look.name}: ${finding}`));
    }
  }

  async reach(role: 'textbox' | 'button' | 'link', name: string): Promise<void> {
    const wanted =
      role === 'textbox'
        ? this.page.getByLabel(name, { exact: true })
        : this.page.getByRole(role, { name, exact: true });
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${role} ${name} on ${this.page.url()}`);
  }

  async type(label: string, text: string): Promise<void> {
    await this.reach('textbox', label);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  async press(role: 'button' | 'link', name: string): Promise<void> {
    await this.reach(role, name);
    await this.page.keyboard.press('Enter');
  }

  async heading(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  async signIn(
    clientId: string,
    label: string,
    person: { readonly name: string; readonly password: string },
  ) {
    await this.page.goto(this.hosted.authorize(clientId, { prompt: 'login' }));
    await expect(this.page.getByLabel(label, { exact: true })).toBeFocused();
    await this.type(label, person.name);
    await this.type('Password', person.password);
    await this.page.keyboard.press('Enter');
  }

  async isBack(): Promise<void> {
    await this.page.waitForURL(
      (url) => url.href.startsWith(this.hosted.applicationUrl) && url.searchParams.has('code'),
    );
  }
}
