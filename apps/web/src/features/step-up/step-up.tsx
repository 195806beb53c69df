import type { Person } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../../api/confirmation.ts';
import { cancelSignIn } from '../../api/sign-in.ts';
import { Dialog } from '../../ui/overlays/index.ts';
import { Challenge } from './challenge.tsx';
import { PasswordProof } from './password-proof.tsx';
import { useText } from './texts.ts';
import { useProof } from './use-proof.ts';

interface StepUpProps {
  readonly person: Person;
  /** Somebody else is signed in in this browser by now. */
  readonly onOther: () => Promise<void>;
}

interface Question {
  readonly settle: (isConfirmed: boolean) => void;
}

/**
 * Asks the person to prove who they are once more, when a call wants it. It is a sign-in of the same person: a new session takes the
 * place of the old one. What the page holds stays as it is, whatever comes of it.
 */
export function StepUp({ person, onOther }: StepUpProps) {
  const text = useText();
  const question = useQuestion();
  const handleClose = (): void => {
    question?.settle(false);
    // An attempt that is left open would be picked up by the next sign-in.
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

/** The question that waits for an answer. A page that goes answers no. */
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
