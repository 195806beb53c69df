import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { navigate } from '../../lib/address/navigation.ts';
import buttonStyles from './button.module.css';
import type { ButtonTone } from './button.tsx';
import { Icon, type IconShape } from '../marks/icon.tsx';

export function Link(props: ComponentProps<'a'> & { readonly href: string; readonly isReplacing?: boolean }) {
  const { href, isReplacing = false, children, ...rest } = props;
  const handleClick = (event: MouseEvent): void => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isHeld || event.button !== 0) return;
    event.preventDefault();
    navigate(href, { isReplacing });
  };
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly isReplacing?: boolean;
  readonly 'aria-label'?: string;
}

export function ButtonLink(props: LinkProps & { readonly tone?: ButtonTone; readonly icon?: IconShape }) {
  const { href, children, tone = 'secondary', icon, isReplacing = false, ...rest } = props;
  return (
    <Link
      href={href}
      isReplacing={isReplacing}
      className={classes(buttonStyles['button'], buttonStyles[tone])}
      {...rest}
    >
      {icon !== undefined && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </Link>
  );
}
