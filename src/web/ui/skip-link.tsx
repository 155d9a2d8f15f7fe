import styles from './skip-link.module.css';

/** First in the tab order: moves the focus past the header to the element with id "main". */
export function SkipLink() {
  return (
    <a
      className={styles.link}
      href="#main"
      onClick={(event) => {
        const main = document.getElementById('main');
        if (!main) return;
        event.preventDefault();
        main.focus();
        main.scrollIntoView();
      }}
    >
      Skip to content
    </a>
  );
}
