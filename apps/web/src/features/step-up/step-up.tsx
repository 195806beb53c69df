import type { Person } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../../api/session/confirmation.ts';
import { cancelSignIn } from '../../api/session/sign-in.ts';
import { Dialog } from '../../ui/overlays/index.ts';
import { Challenge } from './challenge.tsx';
import { PasswordProof } from './password-proof.tsx';
import { useText } from './texts.ts';
import { useProof } from './use-proof.ts';

interface StepUpProps {
  readonly person: Person;
  /** Called if another person has signed in. */
  readonly onOther: () => Promise<void>;
}

interface Question {
  readonly settle: (isConfirmed: boolean) => void;
}

/** Authenticates the person again when a call requires it, which creates a new session. The page keeps its state. */
export function StepUp({ person, onOther }: StepUpProps) {
  const text = useText();
  const question = useQuestion();
  const handleClose = (): void => {
    question?.settle(false);
    // Without this, the next sign-in would resume the open attempt.
    void cancelSignIn();
  };
  return (
    <Dialog
      isOpen={question !== undefined}
      title={text('step-up.title')}
      closeLabel={text('step-up.cancel')}
      size="small"
      isDismissable={false}
      onClose={handleClose}
    >
      {question !== undefined && (
        <Proof
          person={person}
          onClose={handleClose}
          onOther={async () => {
            question.settle(false);
            await onOther();
          }}
          onProved={() => question.settle(true)}
        />
      )}
    </Dialog>
  );
}

interface ProofProps extends StepUpProps {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

function Proof({ person, onProved, onOther, onClose }: ProofProps) {
  const proof = useProof(person, { onProved, onOther });
  return proof.step === undefined ? (
    <PasswordProof person={person} proof={proof} onClose={onClose} />
  ) : (
    <Challenge key={proof.step.step} step={proof.step} proof={proof} onClose={onClose} />
  );
}

/** The pending question, if any. Unmounting counts as declined. */
function useQuestion(): Question | undefined {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let open: Question | undefined;
    const stop = onConfirmationNeeded(
      () =>
        new Promise((resolve) => {
          open = {
            settle: (isConfirmed) => {
              setQuestion(undefined);
              resolve(isConfirmed);
            },
          };
          setQuestion(open);
        }),
    );
    return () => {
      stop();
      open?.settle(false);
    };
  }, []);
  return question;
}
