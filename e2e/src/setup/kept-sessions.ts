import type { BrowserContext, Cookie } from '@playwright/test';

interface Session {
  readonly cookies: readonly Cookie[];
  /** Pages that are open at the same time never share a session. */
  user: BrowserContext | undefined;
}

const sessions = new Map<string, Session[]>();

function lend(session: Session, context: BrowserContext): void {
  session.user = context;
  context.once('close', () => {
    session.user = undefined;
  });
}

/** Gives the context a session of an earlier test, if one is free. `owner` is an address and a person. */
export async function borrowSession(context: BrowserContext, owner: string): Promise<void> {
  const own = sessions.get(owner) ?? [];
  if (own.some(({ user }) => user === context)) return;
  const free = own.find(({ user }) => user === undefined);
  if (free === undefined) return;
  lend(free, context);
  await context.addCookies([...free.cookies]);
}

/** Keeps the session in which the context has just signed in. One that it borrowed before has ended. */
export async function keepSession(context: BrowserContext, owner: string): Promise<void> {
  const others = (sessions.get(owner) ?? []).filter(({ user }) => user !== context);
  const session: Session = { cookies: await context.cookies(), user: undefined };
  lend(session, context);
  sessions.set(owner, [...others, session]);
}
