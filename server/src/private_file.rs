//! Files that only their owner can read: made so, and made so again wherever they were not.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// The file whose lock says that a server works on a data folder.
pub const LOCK: &str = "lock";
/// What the names of files begin with that are kept in a data folder: the database with what belongs to
/// it and its copies, the token, the key.
pub const OWN_FILES: &[&str] = &["vaulty.sqlite3", "token", "master.key", LOCK];
/// What an owner alone may do to a file.
const OF_FILE: u32 = 0o600;
/// What an owner alone may do to a folder.
const OF_FOLDER: u32 = 0o700;
/// Random bytes in the name of a file that is not whole yet.
const NAME_BYTES: usize = 8;

/// Writes a file in place of the one before, readable for its owner alone: a whole file or none.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let beside = write_beside(path, text)?;
    let moved = fs::rename(&beside, path).and_then(|()| sync_folder(path));
    if moved.is_err() {
        // It holds a secret that nobody needs.
        let _ = fs::remove_file(&beside);
    }
    moved
}

/// Writes a file in place of the one before, with its owner and its rights: a whole file or none.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let beside = write_beside(path, text)?;
    let moved = take_rights(path, &beside)
        .and_then(|()| fs::rename(&beside, path))
        .and_then(|()| sync_folder(path));
    if moved.is_err() {
        let _ = fs::remove_file(&beside);
    }
    moved
}

#[cfg(unix)]
fn take_rights(of: &Path, to: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let (wanted, is) = (fs::metadata(of)?, fs::metadata(to)?);
    if (wanted.uid(), wanted.gid()) != (is.uid(), is.gid()) {
        chown(to, Some(wanted.uid()), Some(wanted.gid()))?;
    }
    fs::set_permissions(to, wanted.permissions())
}

#[cfg(not(unix))]
fn take_rights(of: &Path, to: &Path) -> io::Result<()> {
    fs::set_permissions(to, fs::metadata(of)?.permissions())
}

/// Makes a file that is not there yet, whole, readable for its owner alone. Whether it was not there: of
/// several who try, one makes it, and the others find all of it.
pub(crate) fn create(path: &Path, text: &str) -> io::Result<bool> {
    let beside = write_beside(path, text)?;
    // A link is made only if nothing has the name.
    let made = match fs::hard_link(&beside, path) {
        Ok(()) => sync_folder(path).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    };
    fs::remove_file(&beside)?;
    made
}

fn write_beside(path: &Path, text: &str) -> io::Result<PathBuf> {
    let mut random = [0_u8; NAME_BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let mut name = path.as_os_str().to_owned();
    name.push(".new-");
    name.push(random.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let beside = PathBuf::from(name);
    let written = create_empty(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    if let Err(error) = written {
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    Ok(beside)
}

/// Does something with the files of a folder while no other program that asks for the same does.
pub(crate) fn alone<R>(folder: &Path, work: impl FnOnce() -> R) -> io::Result<R> {
    #[cfg(unix)]
    let _alone = {
        let folder = File::open(folder)?;
        folder.lock()?;
        folder
    };
    #[cfg(not(unix))]
    let _ = folder;
    Ok(work())
}

/// A new file for its owner alone.
///
/// # Errors
/// It is there already, or cannot be made.
pub fn create_empty(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OF_FILE);
    let file = options.open(path)?;
    close_to_others(path)?;
    Ok(file)
}

/// Makes sure that a new name outlives the machine's end.
///
/// # Errors
/// The folder cannot be written out.
pub fn sync_folder(of: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = of.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or_else(|| Path::new(".")))
            .and_then(|folder| folder.sync_all())?;
    }
    #[cfg(not(unix))]
    let _ = of;
    Ok(())
}

/// Makes a folder, and those above it, for its owner alone; one that is there is closed to others.
///
/// # Errors
/// It cannot be made or closed.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, OF_FOLDER);
        builder.create(folder)?;
    }
    set_mode(folder, OF_FOLDER)
}

/// Takes all rights to a file from everyone but its owner, and looks whether they are gone.
///
/// # Errors
/// Others can still read it, or nothing can be said of it.
pub fn close_to_others(path: &Path) -> io::Result<()> {
    set_mode(path, OF_FILE)
}

/// Closes every file of a folder whose name begins with one of these.
///
/// # Errors
/// One of them cannot be closed; the error names it.
pub fn close_files(folder: &Path, beginnings: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if beginnings.iter().any(|beginning| name.starts_with(beginning)) {
            match close_to_others(&entry.path()) {
                // SQLite's files come and go.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => other?,
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
fn set_mode(path: &Path, wanted: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path| fs::metadata(path).map(|data| data.permissions().mode() & 0o777);
    if mode(path)? != wanted {
        fs::set_permissions(path, fs::Permissions::from_mode(wanted)).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
    }
    is_closed(path, mode(path)?)
}

/// Whether a path with this mode is its owner's alone. Some file systems take a mode and keep their own.
#[cfg(unix)]
fn is_closed(path: &Path, mode: u32) -> io::Result<()> {
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "others can read {} (mode {mode:03o}), and the file system does not let that be changed; \
         use a folder on another one",
        path.display()
    )))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{sync::Barrier, thread};

    use super::*;

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    #[test]
    fn what_a_file_system_leaves_open_to_others_is_refused() {
        for (mode, closed) in [
            (0o600, true),
            (0o700, true),
            (0o400, true),
            (0o640, false),
            (0o604, false),
            (0o601, false),
            (0o777, false),
        ] {
            assert_eq!(is_closed(Path::new("/data/token"), mode).is_ok(), closed, "{mode:o}");
        }
        let told = is_closed(Path::new("/data/token"), 0o644).unwrap_err().to_string();
        assert!(told.contains("/data/token (mode 644)") && told.contains("another one"), "{told}");
    }

    #[test]
    fn of_many_who_make_a_file_one_does_and_all_read_the_same() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("key");
            let barrier = Barrier::new(8);
            let make = |number: usize| {
                barrier.wait();
                let made = create(&path, &format!("key {number}")).unwrap();
                (made, fs::read_to_string(&path).unwrap())
            };
            let make = &make;
            let all: Vec<(bool, String)> = thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|n| scope.spawn(move || make(n))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(all.iter().filter(|(made, _)| *made).count(), 1);
            assert!(all.iter().all(|(_, text)| *text == all[0].1), "{all:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
        }
    }

    /// A name in the folder that one is in, and one in no folder.
    #[test]
    fn a_folder_is_written_out_or_the_error_is_told() {
        let folder = tempfile::tempdir().unwrap();
        sync_folder(&folder.path().join("key")).unwrap();
        sync_folder(Path::new("key")).unwrap();
        #[cfg(unix)]
        assert!(sync_folder(&folder.path().join("gone/key")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_has_gone_is_closed_and_one_that_cannot_be_is_told_of() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        symlink(folder.path().join("nothing"), folder.path().join("db-gone")).unwrap();
        close_files(folder.path(), &["db"]).unwrap();
        symlink(folder.path().join("db-loop"), folder.path().join("db-loop")).unwrap();
        assert!(close_files(folder.path(), &["db"]).is_err());
        close_files(folder.path(), &["other"]).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_was_open_to_others_is_closed() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let open = folder.path().join("data");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
        make_folder(&open).unwrap();
        assert_eq!(mode(&open), 0o700);
        for name in ["db", "db-wal", "other"] {
            fs::write(open.join(name), "x").unwrap();
            fs::set_permissions(open.join(name), fs::Permissions::from_mode(0o644)).unwrap();
        }
        close_files(&open, &["db"]).unwrap();
        let modes = ["db", "db-wal", "other"].map(|name| mode(&open.join(name)));
        assert_eq!(modes, [0o600, 0o600, 0o644]);
        let new = open.join("a/b");
        make_folder(&new).unwrap();
        assert_eq!((mode(&new), mode(&open.join("a"))), (0o700, 0o700));
        write(&open.join("db"), "y").unwrap();
        assert_eq!(
            (fs::read_to_string(open.join("db")).unwrap(), mode(&open.join("db"))),
            ("y".to_owned(), 0o600)
        );
    }
}
