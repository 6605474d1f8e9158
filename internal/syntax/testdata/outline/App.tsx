import React, { useState } from 'react';
import './app.css';

interface Props {
  title: string;
  onClose?: () => void;
}

type Tab = 'home' | 'about';

export const Header: React.FC<Props> = ({ title, onClose }) => {
  return (
    <header>
      <h1>{title}</h1>
      <button onClick={() => onClose?.()}>x</button>
    </header>
  );
};

function useTab(initial: Tab) {
  const [tab, setTab] = useState<Tab>(initial);
  const go = (t: Tab) => setTab(t);
  return { tab, go };
}

export default function App() {
  const { tab, go } = useTab('home');
  return (
    <main>
      <Header title={tab} />
    </main>
  );
}

class Boundary extends React.Component<Props> {
  state = { failed: false };

  componentDidCatch() {
    this.setState({ failed: true });
  }

  render() {
    return <div>{this.props.title}</div>;
  }
}
