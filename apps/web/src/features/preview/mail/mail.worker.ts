import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { Mail, MailAddress, MailAttachment } from './mail.ts';

const PEOPLE_MAX = 500;
const ATTACHMENTS_MAX = 500;
const TEXT_MAX = 2_000_000;
const NAME_MAX = 1_000;

self.onmessage = ({ data: bytes }: MessageEvent<Uint8Array<ArrayBuffer>>): void => {
  void answer(bytes).then(
    (mail) => self.postMessage(mail),
    () => self.postMessage('failed'),
  );
};

async function answer(bytes: Uint8Array<ArrayBuffer>): Promise<Mail | 'failed'> {
  const email = await PostalMime.parse(bytes, {
    maxNestingDepth: 50,
    maxRfc822NestingDepth: 3,
  });
  // Without this check, any text would count as a message that has only a body.
  if (email.headers.length === 0) return 'failed';
  return {
    subject: (email.subject ?? '').slice(0, NAME_MAX),
    from: peopleOf(email.from === undefined ? [] : [email.from]),
    to: peopleOf(email.to ?? []),
    cc: peopleOf(email.cc ?? []),
    sentAt: email.date !== undefined && !Number.isNaN(Date.parse(email.date)) ? email.date : undefined,
    text: email.text?.slice(0, TEXT_MAX),
    html: email.html?.slice(0, TEXT_MAX),
    attachments: email.attachments.slice(0, ATTACHMENTS_MAX).map(attachmentOf),
  };
}

function peopleOf(addresses: readonly Address[]): readonly MailAddress[] {
  return addresses
    .flatMap((each) => each.group ?? [each])
    .slice(0, PEOPLE_MAX)
    .map(({ name, address }) => ({
      name: name.slice(0, NAME_MAX),
      address: (address ?? '').slice(0, NAME_MAX),
    }));
}

function attachmentOf({ filename, mimeType, content, contentId, disposition }: Attachment): MailAttachment {
  const isPicture = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mimeType);
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  return {
    name: (filename ?? '').slice(0, NAME_MAX),
    content: new Blob([bytes], { type: isPicture ? mimeType : 'application/octet-stream' }),
    contentId: contentId?.replaceAll(/^<|>$/g, ''),
    isWithinText: isPicture && contentId !== undefined && disposition !== 'attachment',
  };
}
