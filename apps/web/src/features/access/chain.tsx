import type { NodeView } from '@coffer/contracts';
import { File, Folder, KeyRound, Library, Link2, UserPlus, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessReason, LinkAccess, PersonAccess } from '../../api/sharing/sharing.ts';
import { type Formats, useFormats } from '../../lib/language/format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import styles from './access.module.css';
import type { Reader } from './format-reason.ts';
import { type AccessText, useText } from './texts.ts';

interface Step {
  readonly mark: ReactNode;
  readonly title: string;
  readonly words: readonly string[];
}

interface ChainProps extends Reader {
  readonly node: NodeView;
  readonly person: Pick<PersonAccess, 'name' | 'picture'>;
  readonly reason: AccessReason;
}

/** The steps from the person down to the file, one below the other. */
export function Chain({ node, person, reason, ...reader }: ChainProps) {
  const text = useText();
  const formats = useFormats();
  const { group } = reason;
  const { name, picture } = person;
  const steps: readonly Step[] = [
    {
      mark: <Avatar name={name} picture={picture} size="small" />,
      title: reader.isSelf ? text('access.you', { name }) : name,
      words: [],
    },
    ...(group === null
      ? []
      : [
          {
            mark: <StepMark of={UsersRound} />,
            title: text('access.step.groupName', { group: group.name }),
            words: [text('access.step.group')],
          },
        ]),
    ...(reason.kind === 'space' ? [spaceStep(text, reason, reader)] : grantSteps(text, formats, reason)),
    nodeStep(text, node),
  ];
  return <Steps steps={steps} />;
}

export function LinkChain({ node, link }: { readonly node: NodeView; readonly link: LinkAccess }) {
  const text = useText();
  const { date } = useFormats();
  const { folder, createdBy } = link;
  const made = { name: createdBy.name, date: date(link.createdAt) };
  const steps: readonly Step[] = [
    {
      mark: <StepMark of={Link2} />,
      title: link.label === '' ? text('access.link.unnamed') : link.label,
      words: [
        text(createdBy.isYou ? 'access.link.madeByYou' : 'access.link.madeBy', made),
        text('access.step.until', { date: date(link.expiresAt) }),
        ...(link.isUsedUp ? [text('access.link.usedUp')] : []),
      ],
    },
    {
      mark: <StepMark of={KeyRound} />,
      title: text(link.hasPassword ? 'access.link.password' : 'access.link.noPassword'),
      words: [text('access.link.noAccount')],
    },
    ...(folder === null ? [] : [folderStep(text, folder.name, text('access.step.handsOnLink'))]),
    nodeStep(text, node),
  ];
  return <Steps steps={steps} />;
}

function spaceStep(text: AccessText, { role }: Pick<AccessReason, 'role'>, { spaceName }: Reader): Step {
  const unnamed = role === 'owner' ? 'access.step.personal' : 'access.step.spaceUnnamed';
  return {
    mark: <StepMark of={Library} />,
    title: spaceName === undefined ? text(unnamed) : text('access.step.space', { space: spaceName }),
    words: [
      role === 'owner'
        ? text('access.step.owner')
        : text('access.step.spaceRole', { role: text(`access.role.${role}`) }),
    ],
  };
}

function grantSteps(
  text: AccessText,
  { date }: Formats,
  { role, folder, grantedBy, isGrantedByYou, grant }: Extract<AccessReason, { readonly kind: 'grant' }>,
): readonly Step[] {
  const given = date(grant.grantedAt);
  const granted: Step = {
    mark: <StepMark of={UserPlus} />,
    title: text(`access.role.${role}`),
    words: [
      isGrantedByYou
        ? text('access.step.grantedByYou', { date: given })
        : grantedBy === null
          ? text('access.step.grantedAt', { date: given })
          : text('access.step.granted', { name: grantedBy, date: given }),
      grant.expiresAt === null
        ? text('access.step.forGood')
        : text('access.step.until', { date: date(grant.expiresAt) }),
    ],
  };
  return folder === null ? [granted] : [granted, folderStep(text, folder.name, text('access.step.handsOn'))];
}

function folderStep(text: AccessText, name: string | null, words: string): Step {
  return {
    mark: <StepMark of={Folder} />,
    title: name === null ? text('access.step.folderHidden') : text('access.step.folder', { folder: name }),
    words: [words],
  };
}

function nodeStep(text: AccessText, { name, kind }: NodeView): Step {
  return {
    mark: <StepMark of={kind === 'folder' ? Folder : File} />,
    title: name,
    words: [text(kind === 'folder' ? 'access.step.folderItself' : 'access.step.file')],
  };
}

function StepMark({ of }: { readonly of: IconShape }) {
  return (
    <span className={styles['mark']}>
      <Icon of={of} size={18} />
    </span>
  );
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={styles['steps']}>
      {steps.map(({ mark, title, words }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps have no id, and none moves
        <li key={index}>
          {mark}
          <div>
            <bdi className={styles['stepTitle']}>{title}</bdi>
            {words.map((each) => (
              <span key={each} className={styles['muted']}>
                {each}
              </span>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
