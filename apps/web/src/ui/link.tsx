import type { ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import { classes } from '../lib/classes.ts';
import buttonStyles from './button.module.css';
import type { ButtonTone } from './button.tsx';
import { Icon, type IconShape } from './icon.tsx';
import styles from './link.module.css';

interface LinkProps {
  /** A path of this application. */
  readonly href: string;
  readonly children: ReactNode;
  readonly isReplacing?: boolean;
  readonly 'aria-label'?: string;
}

/** A link inside the application that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink(props: LinkProps & { readonly tone?: ButtonTone; readonly icon?: IconShape }) {
  const { href, children, tone = 'secondary', icon, isReplacing = false, ...rest } = props;
  return (
    <RouterLink
      href={href}
      replace={isReplacing}
      className={classes(buttonStyles['button'], buttonStyles[tone])}
      {...rest}
    >
      {icon !== undefined && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </RouterLink>
  );
}

/** A link to another origin: opens beside the application and tells it nothing. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles['link']}>
      {children}
    </a>
  );
}
