internal import GantryFiles
internal import GantryModel
internal import GantryPages
internal import GantryTerminal

/// What a page is asked with.
struct Asked: Sendable {
    let desk: Desk
    /// Its words.
    let t: PageText
    /// `nil` for one that leads nowhere.
    let address: DeskAddress?
    let query: FormFields
    let forms: SentForms
    /// Whether somebody is in; others learn nothing of the workspace.
    let hasSession: Bool
    /// What a form that is sent to an address carries.
    let token: @Sendable (DeskAddress) -> String
    /// What was filled in before, where a form is shown again; never a secret.
    var filled = FormFields()
    /// Why what it was sent for was not done.
    var problem: ErrorReport?

    var workspace: Workspace { desk.workspace }
    /// Whether this account can write to the workspace, or there is none yet.
    var canWrite: Bool { !Session.isFolder(workspace.path) || (try? Folders.isWritable(workspace.path)) ?? false }

    /// The opening of a form that is sent to an address.
    func form(_ address: DeskAddress) -> HTML {
        """
        <form method="post" action="\(address.path)"><input type="hidden" name="token" value="\(token(address))">
        """
    }
}
