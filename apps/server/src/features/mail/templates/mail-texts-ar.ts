import type { MailTexts } from './mail-texts.ts';

const ROLES = {
  viewer: 'مُشاهِد',
  contributor: 'مُساهِم',
  editor: 'مُحرِّر',
  manager: 'مُدير',
  owner: 'مالك',
} as const;

const number = new Intl.NumberFormat('ar');
const plural = new Intl.PluralRules('ar');

type Case = Intl.LDMLPluralRule;

/** Chooses the text for the grammatical number. Cases without a text use `other`. */
function counted(count: number, words: Partial<Record<Case, string>> & { readonly other: string }): string {
  return (words[plural.select(count)] ?? words.other).replace('#', number.format(count));
}

const files = (count: number): string =>
  counted(count, { one: 'ملفًا واحدًا', two: 'ملفين', few: '# ملفات', many: '# ملفًا', other: '# ملف' });

const days = (count: number): string =>
  counted(count, { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' });

const things = (count: number): string =>
  counted(count, {
    one: 'أمر واحد يخصّك',
    two: 'أمران يخصّانك',
    few: '# أمور تخصّك',
    many: '# أمرًا يخصّك',
    other: '# أمر يخصّك',
  });

const changes = (count: number): string =>
  counted(count, {
    one: 'تغيير واحد',
    two: 'تغييران',
    few: '# تغييرات',
    many: '# تغييرًا',
    other: '# تغيير',
  });

const percentOf = (percent: number): string =>
  new Intl.NumberFormat('ar', { style: 'percent' }).format(percent / 100);

export const AR: MailTexts = {
  somebody: 'أحد الأشخاص',
  guest: 'ضيف',
  shared: {
    line: (actor, node, isFolder) => [
      isFolder ? 'شُورك معك المجلد ' : 'شُورك معك الملف ',
      node,
      ' من قِبل ',
      actor,
    ],
    text: (role) => [role === 'viewer' ? 'يمكنك عرضه وتنزيله.' : `دورك فيه: ${ROLES[role]}.`],
    action: (brand) => `افتحه في ${brand}`,
  },
  mentioned: {
    line: (actor, node) => ['إشارة إليك من ', actor, ' في تعليق على ', node],
  },
  commented: {
    line: (actor, node) => ['تعليق جديد من ', actor, ' على ', node],
    action: 'افتح التعليقات',
  },
  accessRequested: {
    line: (actor, node, role) => [role === 'manager' ? 'طلب إدارة ' : 'طلب تحرير ', node, ' من ', actor],
    action: 'الرد على الطلب',
  },
  accessAnswered: {
    given: (actor, node, role) => [
      role === 'manager' ? 'يمكنك الآن إدارة ' : 'يمكنك الآن تحرير ',
      node,
      ' بموافقة ',
      actor,
    ],
    declined: (actor, node) => ['رُفض طلبك للوصول إلى ', node, ' من قِبل ', actor],
    action: (brand) => `افتحه في ${brand}`,
  },
  spaceAdded: {
    line: (actor, space) => ['أُضفت إلى المساحة ', space, ' من قِبل ', actor],
    text: (role) => [`دورك في هذه المساحة: ${ROLES[role]}.`],
    action: 'افتح المساحة',
  },
  spaceRole: {
    line: (actor, space, role) => ['تغيّر دورك في المساحة ', space, ` إلى ${ROLES[role]} من قِبل `, actor],
    text: () => ['تغيّرت صلاحياتك في هذه المساحة.'],
    action: 'افتح المساحة',
  },
  spaceRemoved: {
    line: (actor, space) => ['أُزلت من المساحة ', space, ' من قِبل ', actor],
    text: ['لم يعد لديك وصول إلى ملفاتها.'],
  },
  spaceArchived: {
    line: (actor, space) => ['أُرشفت مساحتك ', space, ' من قِبل ', actor],
    text: ['لا يمكن لأحد فتح ملفاتها حتى تُستعاد.'],
  },
  spaceRestored: {
    line: (actor, space) => ['استُعيدت مساحتك ', space, ' من قِبل ', actor],
    text: ['يمكن لأعضائها فتحها من جديد.'],
  },
  filesHandedOver: {
    line: (actor, receiver) => ['نُقلت ملفاتك إلى ', receiver, ' من قِبل ', actor],
    text: (space) => ['هي الآن في المساحة ', space, '، ومساحتك الشخصية فارغة.'],
  },
  followed: {
    line: (by, count, item) => [`${changes(count)} من `, by, ' في ', item],
    text: ({ added, changed, trashed }) => [
      [
        ...(added === 0 ? [] : [`أُضيف: ${number.format(added)}`]),
        ...(changed === 0 ? [] : [`تغيّر: ${number.format(changed)}`]),
        ...(trashed === 0 ? [] : [`نُقل إلى المهملات: ${number.format(trashed)}`]),
      ].join(' · '),
    ],
    action: 'فتح',
  },
  handedIn: {
    line: (guest, count, request) => [`وصل ${files(count)} من `, guest, ' إلى ', request],
    text: ['الملفات في مجلد خاص بها.'],
    action: 'افتح المجلد',
  },
  quota: {
    line: (space, percent) => ['امتلأت المساحة ', space, ` بنسبة ${percentOf(percent)}`],
    personalLine: (percent) => [`امتلأت مساحة تخزينك بنسبة ${percentOf(percent)}`],
    text: (percent) => [
      percent >= 95
        ? 'قريبًا لن يمكن رفع المزيد. أفرغ المهملات أو احذف ما لا يحتاجه أحد، أو اطلب من مسؤول مساحة أكبر.'
        : 'ما زال هناك وقت لتوفير مساحة: أفرغ المهملات أو احذف ما لا يحتاجه أحد.',
    ],
    action: 'اعرف ما يشغل المساحة',
  },
  tokens: {
    created: (token) => ['أُنشئ رمز API جديد في حسابك: ', token],
    createdText: [
      'إن كنت أنت من أنشأه فلا يلزمك شيء. وإلا فاحذفه، وغيّر كلمة مرورك، وسجّل خروج أجهزتك الأخرى.',
    ],
    deleted: (actor, tokens, count) => [
      count === 1 ? 'حُذف رمز API الخاص بك ' : 'حُذفت رموز API الخاصة بك ',
      tokens,
      ' من قِبل ',
      actor,
    ],
    deletedText: ['توقّف كل ما كان يستخدمها.'],
    action: 'اعرض رموز API',
  },
  webhookPaused: {
    line: (webhook) => ['أُوقف خطاف الويب مؤقتًا: ', webhook],
    spaceLine: (webhook, space) => ['أُوقف مؤقتًا خطاف ويب في المساحة ', space, ': ', webhook],
    failing: ['تعذّر تسليم أي شيء منذ ثلاثة أيام. أصلح المستقبِل وأرسل اختبارًا ثم استأنف الخطاف.'],
    gone: ['أجاب المستقبِل بأنه لم يعد موجودًا. غيّر العنوان أو احذف الخطاف.'],
    action: 'افتح خطافات الويب',
  },
  factorsReset: {
    line: (actor) => ['أُعيد ضبط التحقق بخطوتين لحسابك من قِبل ', actor],
    text: ['تكفي كلمة مرورك وحدها لتسجيل الدخول حتى تُعدّه من جديد. إن لم تطلب ذلك فأخبر أحد المسؤولين.'],
    action: 'إعداد التحقق بخطوتين',
  },
  joined: {
    line: (actor) => ['قَبِل دعوتك: ', actor],
    text: ['يمكن الآن إضافته إلى المساحات والمجموعات.'],
    action: 'افتح الأشخاص',
  },
  invited: {
    subject: (actor, brand) => ['دعوة إلى ', brand, ' من ', actor],
    heading: (actor) => ['لديك دعوة من ', actor],
    text: (host, brand) => [
      'يحفظ ',
      brand,
      ' على ',
      { name: host },
      ' ملفات المجموعة: للعرض والمشاركة والعمل معًا.',
    ],
    valid: (count) => [
      `اختر كلمة المرور لتبدأ. الرابط لك وحدك، ويعمل مرة واحدة، وهو صالح لمدة ${days(count)}.`,
    ],
    action: 'اقبل الدعوة',
    footer: 'وصلتك هذه الرسالة لأن أحدهم أدخل عنوانك. إن لم تكن تعرفه فتجاهلها.',
  },
  several: {
    heading: (count) => [things(count)],
    text: ['حدث هذا في الدقائق الأخيرة:'],
    action: (brand) => `افتح ${brand}`,
  },
  test: {
    heading: ['البريد يعمل'],
    text: (host, brand) => [
      'هذه رسالة تجريبية من ',
      brand,
      ' على ',
      { name: host },
      '. من يقرأها يمكن الوصول إليه.',
    ],
    footer: 'أرسلت هذه الرسالة إلى نفسك من إعدادات البريد.',
  },
  footer: 'وصلتك هذه الرسالة لأن لديك حسابًا.',
  choose: 'اختر ما يصلك',
};
