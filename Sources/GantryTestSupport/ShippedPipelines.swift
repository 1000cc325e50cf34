internal import Foundation

/// The pipeline files of the repository.
package enum ShippedPipelines {
    /// The path of `Pipelines/`.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Pipelines").path
    /// The path of pipeline files with mistakes, each with the message that it gives.
    package static let broken = folder + "/../Tests/GantryPipelinesTests/Golden"

    /// A gantry.yaml with one connection.
    package static let configuration = """
        connections:
          ksr:
            system: ksr-cranes
            environment: production            # development, staging, production, or a URL
            credentials:
              email: { env: KSR_EMAIL }
              password: { file: /etc/gantry/ksr.password }

        """
}
