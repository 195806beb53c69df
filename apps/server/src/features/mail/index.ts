export { previewMail } from './preview-mail.ts';
export { dropInvitation, queueInvitation, queueMail, withdrawMail } from './queue-mail.ts';
export { countOutbox } from './store/outbox.ts';
export { createMailSender, pruneMail } from './send-mail.ts';
