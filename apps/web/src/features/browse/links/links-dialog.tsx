import type { NodeView, PublicLink } from '@coffer/contracts';
import { Copy, FileUp, Plus } from 'lucide-react';
import { Fragment, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { restoreLinks } from '../../../api/links/link-lists.ts';
import { changeLink, createLink, nodeLinksQuery, revokeLink } from '../../../api/links/node-links.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { useEvery } from '../../../lib/hooks/use-every.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { AlertDialog, Dialog } from '../../../ui/overlays/index.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { changedLink, type ChangedLinks } from './changed-link.ts';
import { LinkForm } from './link-form.tsx';
import { LinkItem, useLinkName } from './link-item.tsx';
import styles from './links.module.css';
import type { LinkFacts } from './read-link-form.ts';
import { useText } from './texts.ts';

interface LinksDialogProps {
  readonly node: NodeView;
  /** Opens the form for a file request at once, unless there already is one. */
  readonly isRequest?: boolean;
  readonly onClose: () => void;
}

interface Fresh {
  readonly linkId: PublicLink['id'];
  readonly url: string;
  readonly isCopied: boolean;
}

/** Hand-ins of guests raise no event of the link, so the list is polled. */
const AGAIN_MS = 5_000;

/** The view of the dialog: the list of links, or the form for a new or existing one. */
type View =
  | { readonly at: 'list' }
  | { readonly at: 'create' | 'request' }
  | { readonly at: 'change'; readonly link: PublicLink };

export function LinksDialog({ node, isRequest = false, onClose }: LinksDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const formId = useId();
  const { data, failure, isPending, refetch } = useQuery(nodeLinksQuery(node.id));
  const [chosen, setView] = useState<View>();
  const [fresh, setFresh] = useState<Fresh>();
  const newLink = useRef<HTMLButtonElement>(null);
  const saving = useSaving(node, setFresh);
  useEvery(data?.items.some(({ request }) => request !== null) ? AGAIN_MS : undefined, refetch);
  const isEmpty = data?.items.length === 0;
  const first = isRequest ? 'request' : 'create';
  const hasRequest = data?.items.some(({ kind }) => kind === 'request') === true;
  const opened: View = isRequest && !hasRequest ? { at: 'request' } : { at: 'list' };
  const asked = chosen ?? opened;
  const view: View = isEmpty && asked.at === 'list' ? { at: first } : asked;
  const isForRequest = view.at === 'request' || (view.at === 'change' && view.link.kind === 'request');
  const isAllowed = data?.policy.isAllowed !== false;
  const isForm = data !== undefined && view.at !== 'list' && isAllowed;
  const show = (next: View): void => {
    saving.reset();
    setView(next);
  };
  const handleSubmit = async (facts: LinkFacts): Promise<void> => {
    const links = view.at === 'change' ? changedLinks(view.link, data?.items, saving.failure) : undefined;
    const { failure: refused } = await saving.run(links, facts);
    if (refused === undefined) setView({ at: 'list' });
  };
  return (
    <Dialog
      isOpen
      isDismissable={!isForm}
      title={text(isRequest || isForRequest ? 'links.request.dialog' : 'links.title', { name: node.name })}
      closeLabel={text('links.close')}
      onClose={onClose}
      footer={
        isForm ? (
          // Without the key, React would reuse the pressed button as the one that submits the form.
          <Fragment key="form">
            <Button onClick={isEmpty ? onClose : () => show({ at: 'list' })}>{text('links.cancel')}</Button>
            <Button
              tone="primary"
              type="submit"
              form={formId}
              isBusy={saving.isPending}
              {...(view.at !== 'change' && { icon: Copy })}
            >
              {text(view.at === 'change' ? 'links.save' : 'links.create')}
            </Button>
          </Fragment>
        ) : data !== undefined && isAllowed ? (
          <Fragment key="list">
            {node.kind === 'folder' && (
              <Button
                ref={isRequest ? newLink : undefined}
                icon={FileUp}
                onClick={() => show({ at: 'request' })}
              >
                {text('links.request.new')}
              </Button>
            )}
            <Button ref={isRequest ? undefined : newLink} icon={Plus} onClick={() => show({ at: 'create' })}>
              {text('links.new')}
            </Button>
          </Fragment>
        ) : undefined
      }
    >
      {isPending && (
        <output aria-label={text('links.loading')}>
          <Skeleton height="64px" />
        </output>
      )}
      {data === undefined && failure !== undefined && (
        <>
          <Refusal words={words.ofFailure(failure)} />
          <div>
            <Button onClick={() => void refetch()}>{text('links.retry')}</Button>
          </div>
        </>
      )}
      {isForm && (
        <>
          {view.at === 'create' && <p className={styles['muted']}>{text(`links.intro.${node.kind}`)}</p>}
          {view.at === 'request' && <p className={styles['muted']}>{text('links.request.intro')}</p>}
          <Refusal words={words.ofFailure(saving.failure)} />
          <LinkForm
            key={view.at}
            id={formId}
            link={view.at === 'change' ? view.link : undefined}
            isRequest={isForRequest}
            isFolder={node.kind === 'folder'}
            policy={data.policy}
            error={saving.failure === undefined ? undefined : apiErrorOf(saving.failure.cause)}
            onSubmit={(facts) => void handleSubmit(facts)}
          />
        </>
      )}
      {!isAllowed && (
        <Banner tone="info">
          <p>
            <strong>{text('links.off')}</strong>
          </p>
          <p>{text('links.off.text')}</p>
        </Banner>
      )}
      {data !== undefined && !isForm && (
        <Links
          node={node}
          links={data.items}
          fresh={fresh}
          newLink={newLink}
          onChange={(link) => show({ at: 'change', link })}
        />
      )}
    </Dialog>
  );
}

/** Another person may change a link while its form is open: the first save is refused then, the next one is meant. */
function changedLinks(
  opened: PublicLink,
  links: readonly PublicLink[] | undefined,
  refused: { readonly cause: unknown } | undefined,
): ChangedLinks {
  const isConflict = refused !== undefined && apiErrorOf(refused.cause).code === 'revision_conflict';
  const newest = isConflict ? links?.find(({ id }) => id === opened.id) : undefined;
  return { opened, now: newest ?? opened };
}

function useSaving(node: NodeView, onCreated: (fresh: Fresh) => void) {
  const text = useText();
  const cache = useQueryCache();
  return useMutation(async (links: ChangedLinks | undefined, facts: LinkFacts): Promise<void> => {
    const { kind, label, password, expiresAt, downloadsMax, bytesMax, request } = facts;
    const { queryKey } = nodeLinksQuery(node.id);
    if (links === undefined) {
      if (expiresAt === undefined) return;
      const created = await createLink(node.id, {
        label,
        password: password ?? null,
        expiresAt,
        kind,
        ...(request === undefined ? { downloadsMax, bytesMax } : { request }),
      });
      const isCopied = await copyText(created.url);
      onCreated({ linkId: created.link.id, url: created.url, isCopied });
      cache.setQueryData(queryKey, (before) =>
        before === undefined
          ? before
          : // The list may have been refetched meanwhile and already contain the link.
            { ...before, items: [created.link, ...before.items.filter(({ id }) => id !== created.link.id)] },
      );
      if (isCopied) showToast({ tone: 'success', key: 'link', text: text('links.copied') });
      return;
    }
    try {
      await changeLink(links.now, changedLink(links, facts));
      showToast({ tone: 'success', key: 'link', text: text('links.changed') });
    } finally {
      await invalidate(cache, queryKey);
    }
  });
}

interface LinksProps {
  readonly node: NodeView;
  readonly links: readonly PublicLink[];
  readonly fresh: Fresh | undefined;
  /** The button that creates the kind of link for which the dialog was opened. */
  readonly newLink: RefObject<HTMLButtonElement | null>;
  readonly onChange: (link: PublicLink) => void;
}

function Links({ node, links, fresh, newLink, onChange }: LinksProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const nameOf = useLinkName();
  const [asked, setAsked] = useState<PublicLink>();
  const revoking = useMutation(revokeLink);
  const restoring = useMutation(async (link: PublicLink) => {
    const { done } = await restoreLinks([link.id]);
    const isDone = done.length > 0;
    showToast({
      tone: isDone ? 'success' : 'danger',
      key: 'link',
      text: text(isDone ? 'links.restored' : 'links.notRestored'),
    });
  });
  const handleUndo = async (link: PublicLink): Promise<void> => {
    const refused = words.ofFailure((await restoring.run(link)).failure);
    if (refused !== undefined) showToast({ tone: 'danger', key: 'link', text: refused });
    await invalidate(cache, nodeLinksQuery(node.id).queryKey);
  };
  const handleRevoke = async (link: PublicLink): Promise<void> => {
    const { failure } = await revoking.run(link.id);
    setAsked(undefined);
    await invalidate(cache, nodeLinksQuery(node.id).queryKey);
    if (failure !== undefined) return;
    showToast({
      tone: 'success',
      key: 'link',
      text: text('links.revoked'),
      action: { label: text('links.undo'), onPress: () => void handleUndo(link) },
    });
    // The revoked link's button is gone.
    newLink.current?.focus();
  };
  useFirstFocus(newLink, fresh === undefined);
  return (
    <>
      <Refusal words={words.ofFailure(revoking.failure)} />
      <ul aria-label={text('links.list')} className={styles['list']}>
        {links.map((link) => (
          <LinkItem
            key={link.id}
            link={link}
            fresh={fresh?.linkId === link.id ? fresh : undefined}
            onChange={() => onChange(link)}
            onRevoke={() => setAsked(link)}
          />
        ))}
      </ul>
      {asked !== undefined && (
        <AlertDialog
          isOpen
          title={text('links.revoke.title')}
          confirmLabel={text('links.revoke.confirm')}
          cancelLabel={text('links.cancel')}
          isBusy={revoking.isPending}
          onConfirm={() => void handleRevoke(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text('links.revoke.text', { name: nameOf(asked) })}</p>
        </AlertDialog>
      )}
    </>
  );
}

/** Focuses the target, unless a new URL takes the focus. */
function useFirstFocus(target: { readonly current: HTMLElement | null }, isWanted: boolean): void {
  const [wasWanted] = useState(isWanted);
  useEffect(() => {
    if (wasWanted) target.current?.focus();
  }, [target, wasWanted]);
}
