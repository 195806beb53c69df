export { previewMail } from './preview-mail.ts';
export { dropInvitation, queueInvitation, queueMail } from './queue-mail.ts';
export { createMailSender, pruneMail } from './send-mail.ts';
