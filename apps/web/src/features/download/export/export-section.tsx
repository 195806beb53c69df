import type { Person, SpaceId } from '@coffer/contracts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/page/stack.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { useText } from './texts.ts';

interface ExportSectionProps {
  readonly person: Person;
  readonly spaceId: SpaceId;
}

/** The section of the settings that opens the export dialog. */
export function ExportSection({ person, spaceId }: ExportSectionProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={text('export.section')} description={text('export.section.text')}>
      <Row>
        <Button icon={Download} onClick={() => setOpen(true)}>
          {text('export.open')}
        </Button>
      </Row>
      {isOpen && <ExportDialog person={person} spaceId={spaceId} onClose={() => setOpen(false)} />}
    </Section>
  );
}
