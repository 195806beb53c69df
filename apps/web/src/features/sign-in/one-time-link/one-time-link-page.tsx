import type { OneTimeLink, Person } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { openLink } from '../../../api/session/one-time-links.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import styles from '../sign-in.module.css';
import { SignInPage } from '../sign-in-page.tsx';
import { useNewPasswordSignIn } from '../use-new-password-sign-in.ts';
import { useOneTimeCode } from '../welcome/use-one-time-code.ts';
import { JoinElsewhere } from './join-elsewhere.tsx';
import { JoinForm } from './join-form.tsx';
import { LinkDeadEnd, type LinkKind } from './link-dead-end.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { NotSignedIn } from './not-signed-in.tsx';
import { useText } from './texts.ts';

interface OneTimeLinkPageProps {
  readonly kind: LinkKind;
  readonly person: Person | undefined;
  /** An error means that the session is still valid. */
  readonly onOtherLeaves: () => Promise<ApiError | undefined>;
  readonly onSignedIn: () => Promise<boolean>;
}

/** `/join` and `/new-password` */
export function OneTimeLinkPage(props: OneTimeLinkPageProps) {
  const code = useOneTimeCode();
  return code === undefined ? (
    <LinkDeadEnd kind={props.kind} code="link_missing" />
  ) : (
    <OpenedLink key={code} code={code} {...props} />
  );
}

function OpenedLink(props: OneTimeLinkPageProps & { readonly code: string }) {
  const { code, kind, person, onOtherLeaves, onSignedIn } = props;
  const text = useText();
  const [opened, retry] = useOpenedLink(code);
  const [refused, setRefused] = useState<ApiError>();
  const { failure, signIn } = useNewPasswordSignIn(async () => {
    const isThere = await onSignedIn();
    if (isThere) navigate('/', { isReplacing: true });
    return isThere;
  });
  const [stillThere, setStillThere] = useState<ApiError>();
  const [wasOther] = useState(person);
  const notSignedIn = stillThere ?? failure;
  if (notSignedIn !== undefined) return <NotSignedIn kind={kind} error={notSignedIn} />;
  if (opened === undefined) return <Checking />;
  const error = refused ?? opened.error;
  if (error !== undefined) return <LinkDeadEnd kind={kind} code={error.code} error={error} onRetry={retry} />;
  const { link } = opened;
  if (link === undefined) return null;
  const leave = async (): Promise<ApiError | undefined> =>
    wasOther === undefined ? undefined : await onOtherLeaves();
  const handleUsed = async (username: string, password: string): Promise<void> => {
    // A sign-in needs a browser without a session.
    const failed = await leave();
    setStillThere(failed);
    if (failed === undefined) await signIn(username, password);
  };
  const form = { code, link, onLeave: leave, onRefused: setRefused, onUsed: handleUsed } as const;
  const notice = wasOther !== undefined && (
    <Banner tone="info">
      <p>{text('link.signedInAs', { name: wasOther.name })}</p>
    </Banner>
  );
  if (link.kind !== 'invitation') return <NewPasswordForm {...form} notice={notice} />;
  return link.byPassword ? (
    <JoinForm {...form} notice={notice} />
  ) : (
    <JoinElsewhere {...form} notice={notice} />
  );
}

function Checking() {
  const text = useText();
  return (
    <SignInPage>
      <div className={styles['working']}>
        <PageHeading title={text('link.checking')} size="large" isHidden />
        <Spinner size="large" label={text('link.checking')} />
      </div>
    </SignInPage>
  );
}

interface Opened {
  readonly link?: OneTimeLink;
  readonly error?: ApiError;
}

/** The opened link, undefined until it is known, and a function that retries. */
function useOpenedLink(code: string): readonly [Opened | undefined, () => void] {
  const [opened, setOpened] = useState<Opened>();
  const [request, setRequest] = useState({ code });
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await openLink(request);
      if (!isOver) setOpened(result.ok ? { link: result.value } : { error: result.error });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [request]);
  const retry = (): void => {
    setOpened(undefined);
    setRequest((before) => ({ ...before }));
  };
  return [opened, retry];
}
